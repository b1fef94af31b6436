local M = {}

-- Adds.
function M.add(a)
end

function M:remove(b)
end

M.total = function(x)
end

local function hidden()
end
