CREATE TABLE `consent_ticket` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`method` text NOT NULL,
	`subject_id` text NOT NULL,
	`ref` text NOT NULL,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
