import Runs

extension RunRecord {
    /// The run as the line saw it. Where the client went through a proxy, the exchanges are the proxy's own with the
    /// origin, and `passage` keeps the way there. The record itself without a proxy.
    var onLine: RunRecord {
        guard !proxyLog.isEmpty else { return self }
        var proxied = ProxiedTransfers(self)
        var record = self
        record.transfers = transfers.map { proxied.onLine($0) }
        // The line knows no ports of the loopback, so that the join must not be made again.
        record.proxyLog = []
        return record
    }
}
