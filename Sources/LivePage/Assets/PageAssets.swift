import PageParts

/// The parts of the page, which are parts of the program.
enum PageAssets {
    struct Asset {
        var type: String
        var bytes: [UInt8]
    }

    private static let script = "text/javascript; charset=utf-8"

    static func page(of view: PageSubject.View) -> Asset {
        let bytes =
            switch view {
            case .exchanges: PackageResources.page_html
            case .traffic: PackageResources.traffic_html
            }
        return Asset(type: "text/html; charset=utf-8", bytes: bytes)
    }

    static func asset(_ path: String) -> Asset? {
        switch path {
        case "/page.css": Asset(type: "text/css; charset=utf-8", bytes: PackageResources.page_css)
        case "/traffic.css": Asset(type: "text/css; charset=utf-8", bytes: PackageResources.traffic_css)
        case "/colours.css": Asset(type: "text/css; charset=utf-8", bytes: PageParts.colours)
        case "/icon.svg": Asset(type: "image/svg+xml", bytes: PackageResources.icon_svg)
        case "/page.js": Asset(type: script, bytes: PackageResources.page_js)
        case "/text.js": Asset(type: script, bytes: PageParts.text)
        case "/exchanges.js": Asset(type: script, bytes: PackageResources.exchanges_js)
        case "/filter.js": Asset(type: script, bytes: PackageResources.filter_js)
        case "/news.js": Asset(type: script, bytes: PackageResources.news_js)
        case "/ledger.js": Asset(type: script, bytes: PackageResources.ledger_js)
        case "/held.js": Asset(type: script, bytes: PackageResources.held_js)
        case "/list.js": Asset(type: script, bytes: PackageResources.list_js)
        case "/details.js": Asset(type: script, bytes: PackageResources.details_js)
        case "/contents.js": Asset(type: script, bytes: PackageResources.contents_js)
        case "/throughput.js": Asset(type: script, bytes: PackageResources.throughput_js)
        case "/compose.js": Asset(type: script, bytes: PackageResources.compose_js)
        case "/curl.js": Asset(type: script, bytes: PackageResources.curl_js)
        case "/message.js": Asset(type: script, bytes: PackageResources.message_js)
        case "/underway.js": Asset(type: script, bytes: PackageResources.underway_js)
        case "/rules.js": Asset(type: script, bytes: PackageResources.rules_js)
        case "/capture.js": Asset(type: script, bytes: PackageResources.capture_js)
        case "/traffic.js": Asset(type: script, bytes: PackageResources.traffic_js)
        case "/flows.js": Asset(type: script, bytes: PackageResources.flows_js)
        case "/controls.js": Asset(type: script, bytes: PackageResources.controls_js)
        default: nil
        }
    }
}
