package import Programs
import Reports

extension ExchangeFilter {
    /// Options with which a command shows only some responses.
    package static let options = [
        CommandOption(
            "--host",
            value: "HOST",
            about: "only responses of this host, or *.HOST for all below it"
        ),
        CommandOption("--status", value: "STATUS", about: "only with this status: 404, 4xx, 500-503"),
        CommandOption("--type", value: "TYPE", about: "only with this media type: image, image/jpeg"),
        CommandOption("--slower-than", value: "TIME", about: "only those that took longer: 500ms"),
        CommandOption("--larger-than", value: "SIZE", about: "only those with a larger body: 1MB"),
    ]

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        self.init()
        host = arguments.value("--host")
        type = arguments.value("--type")
        slowerThan = try arguments.duration("--slower-than")
        largerThan = try arguments.size("--larger-than").map { Int($0) }
        if let text = arguments.value("--status") {
            guard let statuses = ExchangeFilter.statuses(text) else {
                throw CommandFailure(
                    .wrongUsage,
                    "--status takes a status such as 404, 4xx or 500-503: not `\(text)`"
                )
            }
            self.statuses = statuses
        }
    }
}
