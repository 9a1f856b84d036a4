export declare const layout: Readonly<{
    frm: {
        adjust: number;
        factor: number;
        wideFactor: number;
        staticSize: number;
        pairBytes: number;
        twiddleBytes: number;
        wideBytes: number;
        chains: number;
        elementBytes: number;
        step: number;
        rowFactors: number;
        leftOut: number;
        leftOutBytes: number;
        entries: number;
        roots: number;
        skipsOne: boolean;
        maxLog: number;
        work: number;
        constants: string;
    };
    f1m: {
        adjust: number;
        factor: number;
        wideFactor: number;
        staticSize: number;
        pairBytes: number;
        twiddleBytes: number;
        wideBytes: number;
        chains: number;
        elementBytes: number;
        step: number;
        rowFactors: number;
        leftOut: number;
        leftOutBytes: number;
        constants: string;
    };
}>;
