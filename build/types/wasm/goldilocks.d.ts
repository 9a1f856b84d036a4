export declare const code: string;
export declare const layout: Readonly<{
    pr: 1704;
}>;
