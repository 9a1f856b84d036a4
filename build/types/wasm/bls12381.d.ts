export declare const code: string;
export declare const layout: Readonly<{
    pq: 125944;
    pr: 89928;
    pOneT: 81640;
    pG1gen: 82408;
    pG1zero: 82264;
    pG1b: 82216;
    pG2gen: 90200;
    pG2zero: 76936;
    pG2b: 90104;
}>;
