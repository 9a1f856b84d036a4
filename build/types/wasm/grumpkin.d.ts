export declare const code: string;
export declare const layout: Readonly<{
    pq: 11296;
    pr: 11328;
    pG1gen: 4928;
    pG1zero: 4832;
    pG1b: 4800;
}>;
