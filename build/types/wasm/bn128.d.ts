export declare const code: string;
export declare const layout: Readonly<{
    pq: 104352;
    pr: 104384;
    pOneT: 73080;
    pG1gen: 73592;
    pG1zero: 73496;
    pG1b: 73464;
    pG2gen: 78680;
    pG2zero: 69496;
    pG2b: 78616;
}>;
