export declare const code: string;
export declare const layout: Readonly<{
    pq: 126072;
    pr: 90056;
    pOneT: 81768;
    pG1gen: 82536;
    pG1zero: 82392;
    pG1b: 82344;
    pG2gen: 90328;
    pG2zero: 77064;
    pG2b: 90232;
}>;
