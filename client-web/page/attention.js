// SPDX-License-Identifier: MIT
// Calls the user to the board: title, favicon, app badge and, if the user has enabled them, sounds and notifications.
import { load, save } from './storage.js';
import { t } from './words.js';

const TONES = { turn: [660, 880], double: [520, 780, 520], play: [392], chat: [988], low: [880, 880, 880], end: [523, 659, 784] }; // Hz
let audio = null;

export const setting = (key, value) => (value === undefined ? load(key) : save(key, value ? 'on' : '')) === 'on';

// Browsers allow sound only after a gesture, so this is called by handlers of gestures.
export function allowSound() {
	audio ??= new AudioContext();
	audio.resume();
}

export function sound(kind) {
	if (!audio || !setting('sound'))
		return;
	TONES[kind].forEach((frequency, i) => {
		const at = audio.currentTime + i * 0.13, tone = new OscillatorNode(audio, { type: 'triangle', frequency }), level = new GainNode(audio, { gain: 0 });
		level.gain.setValueAtTime(0, at);
		level.gain.linearRampToValueAtTime(0.15, at + 0.01);
		level.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
		tone.connect(level).connect(audio.destination);
		tone.start(at);
		tone.stop(at + 0.13);
	});
}

// Shows in the tab whether the user must act.
export function turn(mine, title) {
	const icon = document.querySelector('link[rel=icon]');
	document.title = (mine ? '● ' : '') + title;
	icon.href = new URL(mine ? 'icon-turn.svg' : 'icon.svg', import.meta.url).pathname;
	navigator[mine ? 'setAppBadge' : 'clearAppBadge']?.().catch(() => {});
}

// Shows a notification if the page is hidden and the user has allowed it.
export function notify(text) {
	const options = { body: text, tag: 'turn' };
	if (!document.hidden || !setting('notices') || globalThis.Notification?.permission !== 'granted')
		return;
	try {
		new Notification(t('playTitle'), options).onclick = function () {
			window.focus();
			this.close();
		};
	} catch { // on phones only a service worker may
		navigator.serviceWorker?.getRegistration().then(worker => worker?.showNotification(t('playTitle'), options)).catch(() => {});
	}
}
