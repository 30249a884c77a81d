import JSON
package import Wire

/// A sweep as one page for a browser: any two axes against each other, and what each combination costs.
package struct SweepPage {
    package static let fileName = "report.html"

    package struct Axis: Hashable, Sendable {
        package var key: String
        /// In the order of the sweep.
        package var values: [String]
        /// The values as numbers; nil if one of them is none.
        package var numbers: [Double]?

        package init(key: String, values: [String], numbers: [Double]? = nil) {
            self.key = key
            self.values = values
            self.numbers = numbers
        }
    }

    /// A step of a finished cell.
    package struct Step: Hashable, Sendable {
        package var makespan: Nanoseconds
        package var requests: Int

        package init(makespan: Nanoseconds, requests: Int) {
            self.makespan = makespan
            self.requests = requests
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
        /// By name.
        package var steps: [String: Step]

        package init(
            places: [Int?],
            makespan: Nanoseconds,
            wireBytes: Int,
            requests: Int,
            failedTransfers: Int,
            steps: [String: Step] = [:]
        ) {
            self.places = places
            self.makespan = makespan
            self.wireBytes = wireBytes
            self.requests = requests
            self.failedTransfers = failedTransfers
            self.steps = steps
        }
    }

    /// What theory says of a point, which may have been run or not.
    package struct Prediction: Hashable, Sendable {
        package var places: [Int?]
        /// nil if theory cannot foretell it.
        package var makespan: Nanoseconds?
        /// nil if no finished cell is of this point.
        package var measured: Nanoseconds?
        /// By name; without those that theory cannot foretell.
        package var steps: [String: Nanoseconds]

        package init(
            places: [Int?],
            makespan: Nanoseconds?,
            measured: Nanoseconds?,
            steps: [String: Nanoseconds] = [:]
        ) {
            self.places = places
            self.makespan = makespan
            self.measured = measured
            self.steps = steps
        }
    }

    private let title: String
    private let about: String
    private let axes: [Axis]
    private let cells: [Cell]
    private let predictions: [Prediction]
    private let missing: [String]
    /// Names, in the order of the scenarios.
    private let steps: [String]

    /// `about` is a sentence on what all cells were run under; `missing` names cells without a result. `predictions` are
    /// empty if theory was not asked. `steps` are the names of steps to choose from.
    package init(
        title: String,
        about: String,
        axes: [Axis],
        cells: [Cell],
        predictions: [Prediction] = [],
        missing: [String],
        steps: [String] = []
    ) {
        self.title = title
        self.about = about
        self.axes = axes
        self.cells = cells
        self.predictions = predictions
        self.missing = missing
        self.steps = steps
    }

    package var bytes: [UInt8] {
        PageFile(
            title: "\(title): sweep",
            elsewhere: "netlab sweep merge makes tables of the same figures.",
            scripts: [
                PackageResources.limit_js, PackageResources.spacing_js, PackageResources.along_js,
                PackageResources.sweep_js,
            ],
            data: json
        ).bytes
    }

    private var json: JSONValue {
        [
            "title": title.json, "about": about.json,
            "axes": .array(
                axes.map { axis in
                    ["key": axis.key.json, "values": axis.values.json, "numbers": axis.numbers.json]
                }
            ),
            "cells": .array(
                cells.map { cell in
                    [
                        cell.places.json, cell.makespan.json, cell.wireBytes.json, cell.requests.json,
                        cell.failedTransfers.json,
                        .array(steps.map { (cell.steps[$0]?.makespan).json }),
                        .array(steps.map { (cell.steps[$0]?.requests).json }),
                    ]
                }
            ),
            "predictions": .array(
                predictions.map { told in
                    [
                        told.places.json, told.makespan.json, told.measured.json,
                        .array(steps.map { told.steps[$0].json }),
                    ]
                }
            ),
            "steps": steps.json,
            "missing": missing.json,
        ]
    }
}
