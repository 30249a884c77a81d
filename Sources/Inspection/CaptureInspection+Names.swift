package import Wire

extension CaptureInspection {
    /// Adds names of addresses from elsewhere, such as the file's own; names from the packets take
    /// precedence. A flow or exchange without a name of its own gets its server's.
    package mutating func take(names more: [IPAddress: String]) {
        names.merge(more) { told, _ in told }
        guard !names.isEmpty else { return }
        let names = names
        flows.revise { flow in
            if flow.serverName == nil { flow.serverName = names[flow.server.address] }
        }
        datagrams.revise { flow in
            if flow.serverName == nil { flow.serverName = names[flow.server.address] }
        }
        estimates.revise { estimate in
            if estimate.serverName == nil { estimate.serverName = names[estimate.server.address] }
        }
        exchanges.revise { $0.nameServer(names) }
    }
}

extension CaptureExchange {
    /// Applies only if the request itself does not name its host.
    fileprivate mutating func nameServer(_ names: [IPAddress: String]) {
        guard serverName == nil, let name = names[server.address],
            url.map({ $0.contains("://\(server)") || !$0.contains("://") }) ?? true
        else { return }
        serverName = name
    }
}
