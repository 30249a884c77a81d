package import JSON
package import Logs

extension TransferResult: JSONRepresentable {
    /// Every key is written; unknown values are null.
    package var json: JSONValue {
        [
            "id": id.json, "step": step.json, "file": file.json, "url": url.json,
            "source": .string(source.rawValue), "status": status.json, "wireStatus": wireStatus.json,
            "httpVersion": httpVersion.json, "httpStream": httpStream.json,
            "tls": encryption.json, "error": error.json,
            "sharedWith": sharedWith.json, "tier": (tier?.rawValue).json,
            "connection": connection.json, "newConnection": newConnection.json, "startNs": start.json,
            "durationNs": duration.json, "outsideNs": outside.json,
            "firstToLastChunkNs": firstToLastChunk.json,
            "bodyBytes": bodyBytes.json, "headerBytes": headerBytes.json,
            "requestBytes": requestBytes.json, "wireDownBytes": wireDownBytes.json,
            "wireUpBytes": wireUpBytes.json, "retransmittedBytes": retransmittedBytes.json,
            "phases": phases.json, "setUpNs": setUp.json, "clientLog": clientLog.json,
            "capture": capture.json, "proxy": proxy.json,
            "theory": theory.json, "ledger": ledger.json, "waitedFor": (ledger?.waitedFor).json,
            "flowControl": (ledger?.flowControl).json, "losses": (ledger?.losses).json,
            "clientPort": clientPort.json, "redirects": redirects.json,
        ]
    }
}

extension EncryptionRecord: JSONRepresentable {
    package var json: JSONValue {
        ["version": version.json, "resumed": isResumed.json]
    }
}

extension TransferPhases: JSONRepresentable {
    package var json: JSONValue {
        [
            "cacheNs": cache.json, "blockedNs": blocked.json, "dnsNs": dns.json, "connectNs": connect.json,
            "tlsNs": tls.json, "requestNs": request.json, "waitNs": wait.json, "receiveNs": receive.json,
            "decodeNs": decode.json,
        ]
    }
}
