-- A generator for `floorlab run`: random walks of rooms. Keep the loop at the end, replace make().
--
--     floorlab show program --set command='lua5.4 generator.lua' --set rooms=9 --floor 7
-- Lua has no JSON of its own: a request is simple enough for patterns; settings are taken one by one.
local sides = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } }

local function make(index, rooms)
  local cells, taken, left, top = { { 0, 0 } }, { ["0,0"] = true }, 0, 0
  while #cells < rooms do
    local from, side = cells[math.random(#cells)], sides[math.random(#sides)]
    local x, y = from[1] + side[1], from[2] + side[2]
    if not taken[x .. "," .. y] then
      taken[x .. "," .. y] = true
      cells[#cells + 1] = { x, y }
      left, top = math.min(left, x), math.min(top, y)
    end
  end
  local out = {}
  for i, cell in ipairs(cells) do
    local kind = i == 1 and "start" or i == #cells and "boss" or "normal"
    out[i] = string.format('{"cells":[[%d,%d]],"kind":"%s"}', cell[1] - left, cell[2] - top, kind)
  end
  return '{"index":' .. index .. ',"rooms":[' .. table.concat(out, ",") .. "]}"
end

for line in io.lines() do
  local value = function(key) return tonumber(line:match('"' .. key .. '":%s*(%d+)')) end
  local seed, first, rooms = value("seed"), value("first"), value("rooms") or 8
  for number = first, first + value("floors") - 1 do
    math.randomseed(seed, number) -- all random numbers of a floor come from its seed and number
    io.write(make(number, rooms), "\n")
  end
  io.flush()
end
