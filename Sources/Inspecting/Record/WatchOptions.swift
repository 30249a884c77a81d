import Programs
import Reports

/// The options of `netlab capture --watch`.
struct WatchOptions {
    /// True for one JSON document per line instead of a table.
    let asJSON: Bool
    /// A TLS key log that may still grow.
    let keyLog: String?
    /// Which responses to show.
    let filter: ExchangeFilter

    /// nil without `--watch`.
    init?(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.has("--watch") else {
            let own = ["--json", "--keylog"] + ExchangeFilter.options.map { $0.names[0] }
            if let stray = own.first(where: arguments.has) {
                throw CommandFailure(.wrongUsage, "\(stray) needs --watch")
            }
            return nil
        }
        asJSON = arguments.has("--json")
        keyLog = arguments.value("--keylog")
        filter = try ExchangeFilter(arguments)
    }
}
