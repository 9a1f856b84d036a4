export declare const code: string;
export declare const layout: Readonly<{
    staticSize: 18560;
    lanes: 1;
    entries: 8;
    bytes: 40;
    unitBytes: 40;
    packed: 32;
    scalarBits: 254;
    scalarBytes: 32;
    join: 17472;
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
