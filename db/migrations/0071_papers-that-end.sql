DROP INDEX `employee_image_kind`;--> statement-breakpoint
ALTER TABLE `employee_image` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `employee_image` ADD `expiry` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `employee_image_named` ON `employee_image` (`employee_id`,`kind`,`name`);--> statement-breakpoint
CREATE INDEX `employee_image_expiry` ON `employee_image` (`enterprise_id`,`expiry`) WHERE expiry <> '';--> statement-breakpoint
ALTER TABLE `newcomer` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `newcomer_employee` ON `newcomer` (`employee_id`) WHERE employee_id <> '';--> statement-breakpoint
CREATE INDEX `newcomer_cancelled` ON `newcomer` (`since`) WHERE state = 'CANCELLED' and erased_at is null;