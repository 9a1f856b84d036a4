export declare const code: string;
export declare const layout: Readonly<{
    staticSize: 22592;
    lanes: 1;
    entries: 8;
    bytes: 56;
    unitBytes: 56;
    packed: 48;
    scalarBits: 253;
    scalarBytes: 32;
    join: 21120;
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
