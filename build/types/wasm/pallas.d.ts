export declare const code: string;
export declare const layout: Readonly<{
    pq: 15256;
    pr: 15288;
    pG1gen: 8888;
    pG1zero: 8792;
    pG1b: 8760;
}>;
