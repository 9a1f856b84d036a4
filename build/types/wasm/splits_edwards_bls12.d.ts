export declare const layout: Readonly<{
    g1: never[];
    constants: "IAAAAPt/0/7wrHdRO/912RxZv3hyEMMb3unuwrozQjW7l4XfXMUCAA==";
}>;
