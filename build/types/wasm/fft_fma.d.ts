export declare const code: string;
