export declare const code: string;
export declare const layout: Readonly<{
    pq: 127112;
    pr: 91096;
    pOneT: 82856;
    pG1gen: 83576;
    pG1zero: 83432;
    pG1b: 8;
    pG2gen: 91368;
    pG2zero: 78920;
    pG2b: 91272;
}>;
