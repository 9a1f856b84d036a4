/**
 * A browser for WebDriver, run by gjs: every tab is a window of its own. WebKitGTK's MiniBrowser would do, but under
 * automation it is a private window, which has no file system and does not pass on what pages write.
 * Arguments: the folder for what sites keep, or nothing for private windows, then features to switch on.
 */
import Gio from "gi://Gio";
import Gtk from "gi://Gtk?version=3.0";
import WebKit from "gi://WebKit2?version=4.1";

const [folder, ...wanted] = globalThis.ARGV;
Gtk.init(null);
const settings = new WebKit.Settings({ enable_write_console_messages_to_stdout: true });
const all = WebKit.Settings.get_all_features();
const features = new Map(Array.from({ length: all.get_length() }, (_, i) => [all.get(i).get_identifier(), all.get(i)]));
for (const name of wanted) settings.set_feature_enabled(features.get(name), true);
const context = folder ? WebKit.WebContext.new_with_website_data_manager(
    new WebKit.WebsiteDataManager({ base_data_directory: folder, base_cache_directory: folder }),
) : WebKit.WebContext.new_ephemeral();

/** Draws the whole page into a file, which is there when it is whole; WebDriver draws what the window shows. */
function draw(view, path) {
    view.get_snapshot(WebKit.SnapshotRegion.FULL_DOCUMENT, WebKit.SnapshotOptions.NONE, null, (_, result) => {
        view.get_snapshot_finish(result).writeToPNG(`${path}.part`);
        const [part, whole] = [`${path}.part`, path].map((name) => Gio.File.new_for_path(name));
        part.move(whole, Gio.FileCopyFlags.NONE, null, null);
    });
}

function openWindow() {
    const content = new WebKit.UserContentManager();
    const view = new WebKit.WebView({
        web_context: context, settings, user_content_manager: content, is_controlled_by_automation: true,
    });
    content.connect("script-message-received::draw", (_, message) => draw(view, message.get_js_value().to_string()));
    content.register_script_message_handler("draw");
    const window = new Gtk.Window({ default_width: 1440, default_height: 900 });
    view.connect("close", () => window.destroy());
    window.add(view);
    window.show_all();
    return view;
}
context.set_automation_allowed(true);
context.connect("automation-started", (_, session) => {
    const about = WebKit.ApplicationInfo.new();
    about.set_name("ffturbo");
    about.set_version(WebKit.get_major_version(), WebKit.get_minor_version(), WebKit.get_micro_version());
    session.set_application_info(about);
    session.connect("create-web-view", openWindow);
});
Gtk.main();
