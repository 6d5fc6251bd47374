/** Seconds from the beginning of the run, for the script that loads and for the program that takes Redis away. */
export const redisTimes = {
  kill: 2,
  killedBurst: 5,
  startAgain: 22,
  afterKillBurst: 95,
  freeze: 115,
  frozenBurst: 118,
  thaw: 135,
  afterFreezeBurst: 205,
} as const;

/** So many requests are sent at once each time. */
export const redisBurst = 700;
