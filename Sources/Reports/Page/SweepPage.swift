import JSON
package import Wire

/// A sweep as one page for a browser: any two axes against each other, and what each combination costs.
package struct SweepPage {
    package static let fileName = "report.html"

    package struct Axis: Hashable, Sendable {
        package var key: String
        /// In the order of the sweep.
        package var values: [String]

        package init(key: String, values: [String]) {
            self.key = key
            self.values = values
        }
    }

    /// A finished cell.
    package struct Cell: Hashable, Sendable {
        /// Places of its values on the axes; nil on one that its scenario does not have.
        package var places: [Int?]
        package var makespan: Nanoseconds
        /// Both ways.
        package var wireBytes: Int
        package var requests: Int
        package var failedTransfers: Int

        package init(
            places: [Int?],
            makespan: Nanoseconds,
            wireBytes: Int,
            requests: Int,
            failedTransfers: Int
        ) {
            self.places = places
            self.makespan = makespan
            self.wireBytes = wireBytes
            self.requests = requests
            self.failedTransfers = failedTransfers
        }
    }

    /// What theory says of a point, which may have been run or not.
    package struct Prediction: Hashable, Sendable {
        package var places: [Int?]
        /// nil if theory cannot foretell it.
        package var makespan: Nanoseconds?
        /// nil if no finished cell is of this point.
        package var measured: Nanoseconds?

        package init(places: [Int?], makespan: Nanoseconds?, measured: Nanoseconds?) {
            self.places = places
            self.makespan = makespan
            self.measured = measured
        }
    }

    private let title: String
    private let about: String
    private let axes: [Axis]
    private let cells: [Cell]
    private let predictions: [Prediction]
    private let missing: [String]

    /// `about` is a sentence on what all cells were run under; `missing` names cells without a result. `predictions` are
    /// empty if theory was not asked.
    package init(
        title: String,
        about: String,
        axes: [Axis],
        cells: [Cell],
        predictions: [Prediction] = [],
        missing: [String]
    ) {
        self.title = title
        self.about = about
        self.axes = axes
        self.cells = cells
        self.predictions = predictions
        self.missing = missing
    }

    package var bytes: [UInt8] {
        PageFile(
            title: "\(title): sweep",
            elsewhere: "netlab sweep merge makes tables of the same figures.",
            scripts: [PackageResources.sweep_js],
            data: json
        ).bytes
    }

    private var json: JSONValue {
        [
            "title": title.json, "about": about.json,
            "axes": .array(axes.map { ["key": $0.key.json, "values": $0.values.json] }),
            "cells": .array(
                cells.map { cell in
                    [
                        cell.places.json, cell.makespan.json, cell.wireBytes.json, cell.requests.json,
                        cell.failedTransfers.json,
                    ]
                }
            ),
            "predictions": .array(
                predictions.map { [$0.places.json, $0.makespan.json, $0.measured.json] }
            ),
            "missing": missing.json,
        ]
    }
}
