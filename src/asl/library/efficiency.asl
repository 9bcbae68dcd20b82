// The efficiencies of POP (https://pop-coe.eu): U is the useful time of a thread, R the run time. They are told as a tree
// of their own, with the code at which each is lost, and have no impact here, so that it counts once.

property ParallelEfficiency(Experiment e) {
  let efficiency = avg(e.usefulT) / e.runTime;
  in condition: efficiency < popFair;
  severity: 1 - efficiency;
  explain: "Threads compute for less than 80 % of the run: this is the load balance times the communication efficiency.";
  causes: "Work is unevenly shared, threads wait for messages, or the run has serial parts.";
  advice: "Look at the smaller one of its two factors first.";
}

property LoadBalance(Experiment e) {
  let efficiency = avg(e.usefulT) / max(e.usefulT);
  in condition: efficiency < popFair;
  severity: (max(e.usefulT) - avg(e.usefulT)) / e.runTime;
  explain: "Threads compute for unlike times: the mean is less than 80 % of the longest.";
  causes: "Some ranks have larger parts of the domain, or parts that take longer. Threads idle in serial code.";
  advice: "Share the work anew, by what it costs and not by its size, or share it out while the program runs.";
}

property CommunicationEfficiency(Experiment e) {
  let efficiency = max(e.usefulT) / e.runTime;
  in condition: efficiency < popFair;
  severity: 1 - efficiency;
  explain: "Even the thread that computes longest does so for less than 80 % of the run.";
  causes: "Ranks wait for each other in turn (serialisation), or messages take long (transfer).";
  advice: "A trace tells the two apart: chains of late senders, and the time that transfers take.";
}

property SerialisationEfficiency(Experiment e) {
  let efficiency = max(e.usefulT) / e.idealTime;
  in condition: efficiency < popFair;
  severity: 1 - efficiency;
  explain: "If messages took no time, threads would still wait: what they need depends on others in turn.";
  causes: "A pipeline over ranks, alternating imbalance, or a rank that does things for all others.";
  advice: "Break the chain: compute something else before what depends on others, or in another order.";
}

property TransferEfficiency(Experiment e) {
  let efficiency = e.idealTime / e.runTime;
  in condition: efficiency < popFair;
  severity: 1 - efficiency;
  explain: "The critical path spends its time in MPI: transferring messages takes more than 20 % of the run.";
  causes: "Many small messages (latency) or large ones (bandwidth), or a slow network between the nodes in use.";
  advice: "Send less and less often, and compute while messages are under way.";
}
