internal import CCurl

/// libcurl's callbacks, on the loop's thread: each stamps, copies and returns. None throws across C: it notes
/// the failure and stops the transfer by its return value.
enum TransferCallbacks {
    /// Registers them once with a handle; `context` is the `TransferHandle` that holds the transfer in
    /// progress.
    static func register(
        with easy: UnsafeMutableRawPointer,
        isTraced: Bool,
        context: UnsafeMutableRawPointer
    ) {
        netlab_curl_set_sockopt(
            easy,
            { context, socket, _ in
                TransferCallbacks.at(context, else: Int32(CURL_SOCKOPT_ERROR)) { $0.socketOpened(socket) }
            },
            context
        )
        netlab_curl_set_prerequest(
            easy,
            { context, address, _, port, localPort in
                TransferCallbacks.at(context, else: Int32(CURL_PREREQFUNC_ABORT)) {
                    $0.connectionReady(address, port, localPort)
                }
            },
            context
        )
        if isTraced {
            netlab_curl_set_debug(
                easy,
                { _, kind, bytes, size, context in
                    TransferCallbacks.at(context, else: 0) { $0.traced(kind, bytes, size) }
                },
                context
            )
        }
        netlab_curl_set_header(
            easy,
            { bytes, size, count, context in
                TransferCallbacks.at(context, else: 0) { $0.headerLine(bytes, size * count) }
            },
            context
        )
        netlab_curl_set_write(
            easy,
            { bytes, size, count, context in
                TransferCallbacks.at(context, else: 0) { $0.bodyBytes(bytes, size * count) }
            },
            context
        )
    }

    @inline(__always)
    private static func at<Result>(
        _ context: UnsafeMutableRawPointer?,
        else nobody: Result,
        _ body: (Transfer) -> Result
    ) -> Result {
        // libcurl calls only while the handle exists, and the handle retains its transfer during the
        // transfer.
        let handle = Unmanaged<TransferHandle>.fromOpaque(context.unsafelyUnwrapped)
        return handle._withUnsafeGuaranteedRef { $0.carried?._withUnsafeGuaranteedRef(body) ?? nobody }
    }
}
