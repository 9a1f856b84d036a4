export declare const code: string;
export declare const layout: Readonly<{
    pq: 104480;
    pr: 104512;
    pOneT: 73208;
    pG1gen: 73720;
    pG1zero: 73624;
    pG1b: 73592;
    pG2gen: 78808;
    pG2zero: 69624;
    pG2b: 78744;
}>;
