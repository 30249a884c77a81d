import Reports

/// What `netlab capture --watch` was asked for.
struct WatchOptions {
    /// A JSON document in each line instead of a table's.
    let asJSON: Bool
    /// A TLS key log that may still be written to.
    let keyLog: String?
    /// Which responses are shown.
    let filter: ExchangeFilter

    /// nil where nobody wants to watch.
    init?(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.has("--watch") else {
            let own = ["--json", "--keylog"] + ExchangeFilter.options.map { $0.names[0] }
            if let stray = own.first(where: arguments.has) {
                throw CommandFailure(.wrongUsage, "\(stray) goes with --watch")
            }
            return nil
        }
        asJSON = arguments.has("--json")
        keyLog = arguments.value("--keylog")
        filter = try ExchangeFilter(arguments)
    }
}
