import Figures
import JSON
package import Programs
package import Sweeps

/// How far a sweep's folder is, read from its results.
package struct SweepStatusReport {
    private let folder: SweepFolder

    package init(_ folder: SweepFolder) {
        self.folder = folder
    }

    package func tell(on console: Console, asJSON: Bool) throws(CommandFailure) -> ExitStatus {
        let (header, cells) = try told { () throws(SweepError) in (try folder.header(), try folder.cells()) }
        let (finished, spared) = SweepProgress(folder, cells, header.until).counts(of: cells)
        guard !asJSON else {
            let json: JSONValue = [
                "schema": "netlab.sweep-status/1", "name": header.name.json, "cells": cells.count.json,
                "finished": finished.json, "notNeeded": spared.json, "parts": folder.parts.json,
            ]
            console.print(json.pretty)
            return .done
        }
        let open = cells.count - finished - spared
        console.print(
            "\(header.name): \(ByteFormat.grouped(finished)) of \(CountFormat.text(cells.count, "cell")) \(finished == 1 ? "is" : "are") finished"
                + (open == 0 ? "" : ", \(ByteFormat.grouped(open)) are not")
                + (spared == 0
                    ? "" : ", \(ByteFormat.grouped(spared)) are not needed: their medians are known")
                + (folder.parts == 0
                    ? "" : "; \(folder.parts) under way, or left behind by a runner that was killed")
        )
        return .done
    }
}
