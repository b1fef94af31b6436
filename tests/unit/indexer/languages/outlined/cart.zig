const std = @import("std");

/// Keeps.
pub const Cart = struct {
    id: u32,

    pub fn add(self: *Cart) void {
        _ = self;
    }
};

const Suit = enum { a, b };

fn top() void {}
