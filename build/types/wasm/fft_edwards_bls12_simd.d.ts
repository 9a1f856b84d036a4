export declare const layout: Readonly<{
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
