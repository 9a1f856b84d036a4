export declare const layout: Readonly<{
    g1: number[];
    constants: string;
}>;
