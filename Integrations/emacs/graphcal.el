;;; graphcal.el --- Mail addresses of Microsoft 365 in messages  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "27.1"))
;; Keywords: mail, convenience

;;; Commentary:

;; Completes addresses in the headers of a message from the copy of the mailbox that graphcal keeps on
;; this machine:
;;
;;   (require 'graphcal)
;;   (graphcal-mail-setup)
;;
;; Then `completion-at-point' in To, Cc and Bcc offers whoever "graphcal complete" finds, whom one meets
;; most often first.

;;; Code:

(defgroup graphcal nil
  "Calendar and contacts of Microsoft 365."
  :group 'mail)

(defcustom graphcal-program "graphcal"
  "Name or path of the graphcal program."
  :type 'string)

(defcustom graphcal-limit 50
  "How many addresses are offered at most."
  :type 'integer)

(defun graphcal-addresses (text)
  "Return whom TEXT may mean, the most likely first.
Each is a list of address, name and source."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8)
          (coding-system-for-write 'utf-8))
      (when (eql 0 (call-process graphcal-program nil '(t nil) nil "complete" "--quiet"
                                 "--limit" (number-to-string graphcal-limit) "--" text))
        (mapcar (lambda (line) (split-string line "\t"))
                (split-string (buffer-string) "\n" t))))))

(defun graphcal-mailbox (entry)
  "Return ENTRY of `graphcal-addresses' as a header has it."
  (let ((address (nth 0 entry))
        (name (or (nth 1 entry) "")))
    (cond ((string= name "") address)
          ;; RFC 5322, 3.2.3: everything but these has to be quoted.
          ((string-match-p "\\`[[:alnum:][:nonascii:] !#$%&'*+/=?^_`{|}~-]+\\'" name)
           (format "%s <%s>" name address))
          (t (format "\"%s\" <%s>"
                     (replace-regexp-in-string "[\"\\\\]" "\\\\\\&" name) address)))))

(defun graphcal--bounds ()
  "Return the ends of the address at point in a header of addresses, else nil."
  (save-excursion
    (let ((end (point))
          (case-fold-search t))
      (beginning-of-line)
      (while (and (looking-at "[ \t]") (not (bobp))) (forward-line -1))
      (when (looking-at "\\(?:resent-\\)?\\(?:to\\|cc\\|bcc\\|reply-to\\|mail-followup-to\\):[ \t]*")
        (let ((start (match-end 0)))
          (goto-char end)
          (when (and (<= start end) (re-search-backward "," start t))
            (setq start (1+ (point))))
          (goto-char (min start end))
          (skip-chars-forward " \t\n" end)
          (cons (point) end))))))

(defun graphcal--all (string table _predicate point)
  "Return all that TABLE offers for STRING up to POINT; graphcal has chosen."
  (all-completions (substring string 0 point) table))

(defun graphcal--try (string table predicate point)
  "Return the one offer of TABLE for STRING, else STRING and POINT unchanged."
  (let ((all (graphcal--all string table predicate point)))
    (cond ((null all) nil)
          ((cdr all) (cons string point))
          ((string= (car all) string) t)
          (t (cons (car all) (length (car all)))))))

(add-to-list 'completion-styles-alist
             '(graphcal graphcal--try graphcal--all "What graphcal has found, as it is."))
(add-to-list 'completion-category-defaults '(graphcal-address (styles graphcal)))

(defun graphcal-complete-address ()
  "Complete the address before point from graphcal.
It belongs in `completion-at-point-functions'."
  (let ((bounds (graphcal--bounds)))
    (when (and bounds (< (car bounds) (cdr bounds)))
      (list (car bounds) (cdr bounds)
            (lambda (string _predicate action)
              (cond ((eq action 'metadata)
                     '(metadata (category . graphcal-address)
                                (display-sort-function . identity)
                                (cycle-sort-function . identity)))
                    ((eq (car-safe action) 'boundaries) nil)
                    ((eq action 'lambda) nil)
                    (t (let ((found (mapcar #'graphcal-mailbox (graphcal-addresses string))))
                         (if action found (car found))))))
            :exclusive 'no))))

(defun graphcal--mail-buffer ()
  "Offer addresses in this buffer."
  (add-hook 'completion-at-point-functions #'graphcal-complete-address -10 t))

;;;###autoload
(defun graphcal-mail-setup ()
  "Offer addresses of graphcal wherever messages are written."
  (dolist (hook '(message-mode-hook mail-mode-hook))
    (add-hook hook #'graphcal--mail-buffer)))

(provide 'graphcal)
;;; graphcal.el ends here
