export declare const code: string;
export declare const layout: Readonly<{
    pq: 10880;
    pr: 9632;
    pG1gen: 4992;
    pG1zero: 4896;
    pG1ad: 4800;
}>;
