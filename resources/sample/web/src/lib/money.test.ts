import { describe, expect, it } from "vitest";

import { parseCents } from "./money";

describe("parseCents", () => {
  it("reads comma and point alike", () => {
    expect(parseCents("12,5")).toBe(1250);
    expect(parseCents("12.50")).toBe(1250);
  });

  it("refuses what is no amount", () => {
    expect(parseCents("twelve")).toBeNull();
  });
});
