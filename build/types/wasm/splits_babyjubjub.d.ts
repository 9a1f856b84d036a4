export declare const layout: Readonly<{
    g1: never[];
    constants: "IAAAAPuopmh5Z3pROtc7Bcsdb+1Wc2sbXNjGwWXOaqIWc66Thw0A";
}>;
