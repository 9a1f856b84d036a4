export declare const layout: Readonly<{
    g1: never[];
    constants: "IAAAANuu8/1aHN/0C00CJ85MVshYxmBtwshonc62cr1x6qsttXwA";
}>;
