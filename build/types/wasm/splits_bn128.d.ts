export declare const layout: Readonly<{
    g1: number[];
    g2: number[];
    constants: string;
}>;
