"use client";

/** A page of the application: proves with snarkjs in the browser as soon as it is there. */
import { createElement, useEffect, useState } from "react";

export default function Page() {
    const [text, setText] = useState("proving");
    useEffect(() => {
        const proving = import("./prove_here.js").then(({ proveHere }) => proveHere());
        globalThis.report = proving;
        proving.then(({ own }) => setText(String(own)), (error) => setText(String(error)));
    }, []);
    return createElement("p", { id: "text" }, text);
}
