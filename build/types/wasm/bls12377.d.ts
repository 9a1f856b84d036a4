export declare const code: string;
export declare const layout: Readonly<{
    pq: 127240;
    pr: 91224;
    pOneT: 82984;
    pG1gen: 83704;
    pG1zero: 83560;
    pG1b: 8;
    pG2gen: 91496;
    pG2zero: 79048;
    pG2b: 91400;
}>;
