// A generator for `floorlab run`: random walks of rooms. Keep Main(), replace Make(). In a project of its own:
//
//     dotnet build -o out && floorlab show program --set command=out/generator --set rooms=9 --floor 7
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;

static class Generator
{
    static object Make(Random rng, ulong index, JsonElement settings)
    {
        int rooms = settings.TryGetProperty("rooms", out var given) ? given.GetInt32() : 8;
        var sides = new[] { (1, 0), (0, 1), (-1, 0), (0, -1) };
        var cells = new List<(int X, int Y)> { (0, 0) };
        while (cells.Count < rooms)
        {
            var (x, y) = cells[rng.Next(cells.Count)];
            var (dx, dy) = sides[rng.Next(sides.Length)];
            if (!cells.Contains((x + dx, y + dy))) cells.Add((x + dx, y + dy));
        }
        int left = cells.Min(c => c.X), top = cells.Min(c => c.Y);
        string Kind(int i) => i == 0 ? "start" : i == cells.Count - 1 ? "boss" : "normal";
        return new { index, rooms = cells.Select((c, i) => new { cells = new[] { new[] { c.X - left, c.Y - top } }, kind = Kind(i) }) };
    }

    static void Main()
    {
        for (string line; (line = Console.ReadLine()) != null; Console.Out.Flush())
        {
            var request = JsonDocument.Parse(line).RootElement;
            ulong seed = request.GetProperty("seed").GetUInt64(), first = request.GetProperty("first").GetUInt64();
            for (ulong i = 0; i < request.GetProperty("floors").GetUInt64(); i++)
            {   // all random numbers of a floor come from its seed and number
                var rng = new Random(unchecked((int)(seed * 2654435761 + (first + i) * 40503)));
                Console.WriteLine(JsonSerializer.Serialize(Make(rng, first + i, request.GetProperty("settings"))));
            }
        }
    }
}
