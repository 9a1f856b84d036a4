export declare const code: string;
export declare const layout: Readonly<{
    staticSize: 27072;
    lanes: 2;
    entries: 8;
    bytes: 64;
    unitBytes: 128;
    packed: 48;
    scalarBits: 253;
    scalarBytes: 32;
    join: 25088;
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
            member: {
                image: number;
                of: number[];
                times: string;
            };
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
