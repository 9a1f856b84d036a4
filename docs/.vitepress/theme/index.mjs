/** VitePress's own theme with a column that is wide enough for tables and lines of code. */
import theme from "vitepress/theme";
import "./wide.css";

export default theme;
