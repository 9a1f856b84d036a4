export declare const code: string;
export declare const layout: Readonly<{
    staticSize: 8512;
    classes: {
        nothing: number;
        one: number;
        minusOne: number;
        short: number;
        minusShort: number;
        full: number;
    };
    stats: {
        counts: number;
        wide: number;
        shortBits: number;
        fullBits: number;
        size: number;
    };
    itemBytes: 16;
    wideItemBytes: 40;
    entry: {
        A: number;
        B: number;
        dst: number;
        slot: number;
        size: number;
    };
    ref: {
        negate: number;
        yBefore: number;
        double: number;
        address: number;
    };
    state: {
        next: number;
        start: number;
        more: number;
        size: number;
    };
    window: 4;
    splitTable: {
        max: number;
    };
}>;
