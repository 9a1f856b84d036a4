/** VitePress's own theme, wide enough for tables and lines of code, in colours that can be read. */
import theme from "vitepress/theme";
import "./site.css";

export default theme;
