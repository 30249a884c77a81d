import LinuxIO
import LivePage
import Programs
import Serving

/// What `--ui` of `netlab phone` asks for if nothing is intercepted: a page of the phones' flows and look-ups.
struct TrafficPlan {
    /// nil takes the usual port, or any if that is in use.
    let port: UInt16?

    static let option = CommandOption(
        "--ui",
        about: "show the phone's flows and look-ups on a page in a browser; with --intercept, the exchanges"
    )

    /// nil if no page is asked for, or if it shows what is intercepted.
    init?(_ arguments: ParsedArguments) throws(CommandFailure) {
        port = try arguments.pagePort()
        guard arguments.has(Self.option.names[0]) || port != nil, !arguments.has("--intercept") else {
            return nil
        }
    }

    /// The page's socket, on the network of the calling thread.
    func listen() throws(CommandFailure) -> Listener {
        do throws(ListenerError) {
            return try ExchangePage.listener(port)
        } catch {
            throw CommandFailure(
                .failed,
                "the page cannot be shown: \(error)",
                advice: "--ui-port takes another port"
            )
        }
    }
}
