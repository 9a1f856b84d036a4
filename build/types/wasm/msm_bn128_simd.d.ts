export declare const code: string;
export declare const layout: Readonly<{
    staticSize: 18880;
    lanes: 2;
    entries: 8;
    bytes: 40;
    unitBytes: 80;
    packed: 32;
    scalarBits: 254;
    scalarBytes: 32;
    join: 17536;
    points: {
        g1: {
            affine: number;
            jacobian: number;
            point: number;
            dualRecord: number;
            firstRef: number;
            nextRef: number;
            group: number;
            products: number;
            whole: boolean;
        };
        g2: {
            affine: number;
            jacobian: number;
            point: number;
            dualRecord: number;
            firstRef: number;
            nextRef: number;
            group: number;
            products: number;
            whole: boolean;
            member: {
                image: number;
                of: number[];
                times: string;
            };
        };
    };
}>;
