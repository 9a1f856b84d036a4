export declare const code: string;
export declare const layout: Readonly<{
    pq: 11200;
    pr: 10016;
    pG1gen: 5376;
    pG1zero: 5280;
    pG1ad: 5184;
}>;
