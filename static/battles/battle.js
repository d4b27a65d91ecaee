// The battle's page: the parts and the order in which they start. Without script the page works by plain forms.
import { startBoard } from "./board.js";
import { startCommands } from "./commands.js";
import { startLive } from "./live.js";
import { startLog } from "./log.js";

document.documentElement.classList.add("has-script");
startLog();
startBoard();
startCommands();
startLive();
