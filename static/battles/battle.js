// The battle's page: the parts and the order in which they start. Without script the page works by plain forms.
import { startActs } from "./acts.js";
import { startBoard } from "./board.js";
import { startClock } from "./clock.js";
import { startCommands } from "./commands.js";
import { startHere } from "./here.js";
import { startKeys } from "./keys.js";
import { startLive } from "./live.js";
import { startLog } from "./log.js";
import { startSheet } from "./sheet.js";

document.documentElement.classList.add("has-script");
startLog();
startBoard();
startCommands();
startLive();
startActs();
startClock();
startHere();
startKeys();
startSheet();
// Not needed to begin with.
addEventListener("load", async () => (await import("./motion.js")).startMotion());
