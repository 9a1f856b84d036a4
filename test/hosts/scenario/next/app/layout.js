/** The frame of every page. */
import { createElement } from "react";

export const metadata = { title: "app" };

export default function Layout({ children }) {
    return createElement("html", { lang: "en" }, createElement("body", null, children));
}
