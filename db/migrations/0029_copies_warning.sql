CREATE TABLE `copies_warning` (
	`enterprise_id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
