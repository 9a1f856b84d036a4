export declare const bodies: string;
export declare const layout: Readonly<{
    first: 85;
    kept: number[];
    like: number[];
    reader: 10;
    tables: {
        code: number;
        element: number;
        shortest: number;
        longest: number;
        spare: number;
        pages: number;
        body: number;
        out: number;
        state: number;
        stateEnd: number;
        segment: number;
        count: number;
        entries: number;
    };
}>;
